/**
 * Files that are dropped on a page of the desk, chosen or pasted: sent one after the other, each with how far it is and
 * with what the server says of it.
 * @module
 */

const LOOKS = 20;
const PAUSE = 500;
const MEGABYTE = 1024 * 1024;

/** @typedef {{message: string, files?: {said: string, sha256: string | null}[]}} Answer */

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/**
 * @param {HTMLFormElement} form
 * @param {File} file
 * @param {(sent: number, all: number) => void} onProgress
 * @returns {Promise<Answer>}
 */
function send(form, file, onProgress) {
  const fields = new FormData(form);
  fields.delete("file");
  fields.append("file", file, file.name);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", form.action);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded, event.total));
    request.addEventListener("loadend", () => {
      resolve(request.response ?? { message: "The server does not answer. Send the file again." });
    });
    request.send(fields);
  });
}

/**
 * What came of a file, as soon as it is known; "" where that takes long.
 * @param {string} address of its page
 * @returns {Promise<string>}
 */
function verdict(address) {
  return new Promise((resolve) => {
    let looks = 0;
    const look = () => {
      const request = new XMLHttpRequest();
      request.open("GET", address);
      request.responseType = "document";
      request.addEventListener("loadend", () => {
        const page = request.responseXML;
        const said = page?.querySelector("[data-verdict]")?.getAttribute("data-verdict");
        looks += 1;
        if (said) resolve(said);
        else if (looks < LOOKS) window.setTimeout(look, PAUSE);
        else resolve("");
      });
      request.send();
    };
    look();
  });
}

/**
 * A row of the list, which shows one file.
 * @param {Element} list
 * @param {string} name
 */
function rowOf(list, name) {
  const row = document.createElement("li");
  const bar = document.createElement("progress");
  const text = document.createElement("span");
  const title = document.createElement("bdi");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", name);
  text.setAttribute("role", "status");
  title.textContent = name;
  text.textContent = "waits";
  row.append(title, bar, text);
  list.prepend(row);
  return { title, bar, text };
}

/**
 * Make a form send what is dropped anywhere on its page, pasted, or chosen in it.
 * @param {HTMLFormElement} form
 */
export function sendHere(form) {
  const list = form.parentElement?.querySelector(".desk-uploads");
  const root = form.dataset.root ?? "";
  const largest = Number(form.dataset.largest);
  /** @type {Promise<void>} */
  let before = Promise.resolve();
  let waiting = 0;

  /**
   * @param {File} file
   * @param {ReturnType<typeof rowOf>} row
   */
  async function sendOne(file, row) {
    if (file.size > largest) {
      row.bar.remove();
      row.text.textContent = `Not sent: ${megabytes(file.size)}, and a form takes ${megabytes(largest)}. Put the file into the watched folder, or send it to the intake.`;
      return;
    }
    const answer = await send(form, file, (sent, all) => {
      row.bar.value = all ? sent / all : 0;
      row.text.textContent = sent < all ? `${megabytes(sent)} of ${megabytes(all)}` : "The server reads it";
    });
    row.bar.remove();
    const sent = answer.files?.[0];
    row.text.textContent = sent?.said ?? answer.message;
    if (!sent?.sha256) return;
    const link = document.createElement("a");
    link.href = `${root}desk/f/${sent.sha256}`;
    row.title.replaceWith(link);
    link.append(row.title);
    void verdict(link.href).then((said) => {
      if (said) row.text.textContent = `${sent.said}. ${said}`;
    });
  }

  /** @param {Iterable<File> | null | undefined} files */
  function take(files) {
    for (const file of files ?? []) {
      if (!list) return;
      const row = rowOf(list, file.name);
      waiting += 1;
      before = before.then(() => sendOne(file, row)).finally(() => (waiting -= 1));
    }
  }

  listen(form, take);
  window.addEventListener("beforeunload", (event) => {
    if (waiting) event.preventDefault();
  });
}

/**
 * Take the files of a form, and what is dropped or pasted on its page.
 * @param {HTMLFormElement} form
 * @param {(files: Iterable<File> | null | undefined) => void} take
 */
function listen(form, take) {
  form.addEventListener("submit", (event) => {
    const field = form.querySelector("input[type=file]");
    if (!(field instanceof HTMLInputElement)) return;
    event.preventDefault();
    take([...(field.files ?? [])]);
    form.reset();
  });
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("desk-dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("desk-dropping");
  });
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("desk-dropping");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  document.addEventListener("paste", (event) => take(event.clipboardData?.files));
}
