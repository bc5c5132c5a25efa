/**
 * A page of the desk as it is now, put into the one that somebody works on: what is typed, open or focused stays.
 *
 * A form that somebody has begun is left as it was shown, so that it says what its sender saw. Rows are known by
 * `data-form` or `data-key`, sections by their headings, all else by its order. What is in `data-own` is the page's own.
 * @module
 */

/** @param {Node} node */
function keyOf(node) {
  if (!(node instanceof HTMLElement)) return "";
  const heading = node.tagName === "SECTION" ? node.querySelector("h2")?.textContent : "";
  return node.dataset.form || node.dataset.key || heading || "";
}

/** @param {Element} control */
function isChanged(control) {
  if (control instanceof HTMLSelectElement) {
    const chosen = [...control.options].map((option) => option.defaultSelected).lastIndexOf(true);
    return control.selectedIndex !== Math.max(chosen, 0);
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLInputElement) || control.type === "hidden") return false;
  if (control.type === "file") return Boolean(control.files?.length);
  return control.value !== control.defaultValue || control.checked !== control.defaultChecked;
}

/**
 * Whether somebody is in a form, or has changed something in it.
 * @param {HTMLFormElement} form
 */
export function isBegun(form) {
  return form.contains(document.activeElement) || [...form.elements].some(isChanged);
}

/** @param {Node} node */
function holdsBegun(node) {
  if (!(node instanceof Element)) return false;
  return node.contains(document.activeElement) || [...node.querySelectorAll("form")].some(isBegun);
}

/**
 * @param {Element} old
 * @param {Element} now
 */
function mergeAttributes(old, now) {
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of [...now.attributes]) {
    if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  }
}

/**
 * @param {Element} old
 * @param {Element} now
 * @param {Element[]} changed
 */
function mergeChildren(old, now, changed) {
  const left = new Set(old.childNodes);
  const pairs = [...now.childNodes].map((next) => {
    const match = [...left].find((node) => node.nodeName === next.nodeName && keyOf(node) === keyOf(next));
    if (match) left.delete(match);
    return { next, match };
  });
  for (const node of left) {
    if (!holdsBegun(node)) node.remove();
  }
  let place = old.firstChild;
  for (const { next, match } of pairs) {
    while (place && left.has(place)) place = place.nextSibling;
    const node = match ?? document.importNode(next, true);
    if (node === place) place = place.nextSibling;
    else old.insertBefore(node, place);
    if (match instanceof Element && next instanceof Element) merge(match, next, changed);
    else if (match instanceof Text && next instanceof Text) match.data = next.data;
    else if (node instanceof Element && node.tagName === "LI") changed.push(node);
  }
}

/**
 * Make an element what it is now.
 * @param {Element} old
 * @param {Element} now
 * @param {Element[]} changed the rows that say something else afterwards are added
 */
export function merge(old, now, changed) {
  if (old.isEqualNode(now) || old.matches("[data-own]") || (old instanceof HTMLFormElement && isBegun(old))) return;
  const text = old.textContent;
  mergeAttributes(old, now);
  mergeChildren(old, now, changed);
  if (old instanceof HTMLFormElement) old.reset();
  if (old.tagName === "LI" && old.textContent !== text) changed.push(old);
}
