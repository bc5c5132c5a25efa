/**
 * Passing an address on: a code to scan from the wall or from somebody's screen, a copy, and what the device offers.
 * @module
 */

import { h, icon, setText } from "../dom.js";
import { ROOT } from "../router.js";
import { t } from "../words.js";
import { openSheet } from "./sheet.js";

/** @returns {HTMLElement} the button that opens the sheet for the address that is shown then */
export function shareButton() {
  return h("button", { type: "button", class: "button share", on: { click: () => openShare(new URL(window.location.href)) } }, icon("share"), h("span", null, t("Share")));
}

/** @param {URL} address */
function openShare(address) {
  const where = address.pathname + address.search;
  const copied = h("span", { role: "status" });
  const copy = h("button", { type: "button", class: "button" }, icon("copy"), t("Copy the address"));
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(address.href);
      setText(copied, t("Copied"));
    } catch {
      setText(copied, t("This browser does not allow it: select the address above."));
    }
  });
  const send = h("button", { type: "button", class: "button", hidden: !("share" in navigator) }, icon("share"), t("Send"));
  send.addEventListener("click", () => {
    // Who changes their mind has not made an error.
    navigator.share({ title: document.title, url: address.href }).catch(() => {});
  });
  openSheet(t("Share this page"),
    h("img", { class: "code", src: new URL(`qr.svg?to=${encodeURIComponent(where)}`, ROOT).href, width: 240, height: 240, alt: t("The address as a QR code") }),
    h("p", { class: "address" }, address.href),
    h("div", { class: "sheet-tools" }, copy, send, copied));
}
