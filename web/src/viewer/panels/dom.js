/** Small helpers to write a page without a framework. */

/** An element: attributes, listeners (on...), `text`, then children. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "text") made.textContent = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in STATED) made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

const STATED = { value: 1, checked: 1, hidden: 1, disabled: 1 };

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  step: "M6 5v14l9-7zM16 5h2.5v14H16z",
  reset: "M12 5V2L7 6.5 12 11V8a5 5 0 1 1-5 5H4.5A7.5 7.5 0 1 0 12 5z",
  repeat: "M7 7h9v3l4.5-4L16 2v3H5v7h2zm10 10H8v-3l-4.5 4L8 22v-3h11v-7h-2z",
  sliders: "M4 6h9v2H4zm12-2h2v2h2v2h-2v2h-2zM4 16h3v-2h2v6H7v-2H4zm8 0h8v2h-8zM4 11h16v2H4z",
  plots: "M4 4h2v14h14v2H4zm4 10 4-5 3 3 4-6 1.6 1.2-5.3 7.6-3-3L9.5 15z",
  eye: "M12 5c5 0 8.5 4.3 9.8 7-1.3 2.7-4.8 7-9.8 7s-8.5-4.3-9.8-7C3.5 9.3 7 5 12 5zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0 2a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
  link: "M10 7H7a5 5 0 0 0 0 10h3v-2H7a3 3 0 0 1 0-6h3zm4 0v2h3a3 3 0 0 1 0 6h-3v2h3a5 5 0 0 0 0-10zM8 11h8v2H8z",
  save: "M11 3h2v9l3-3 1.4 1.4L12 16l-5.4-5.6L8 9l3 3zM4 17h2v2h12v-2h2v4H4z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 2h2v4h-2zm0 16h2v4h-2zM2 11h4v2H2zm16 0h4v2h-4zM4.2 5.6l1.4-1.4 2.8 2.8L7 8.4zm11.4 11.4 1.4-1.4 2.8 2.8-1.4 1.4zM4.2 18.4 7 15.6 8.4 17l-2.8 2.8zM15.6 7l2.8-2.8 1.4 1.4L17 8.4z",
  help: "M11 17h2v2h-2zm1-12a4 4 0 0 1 4 4c0 2.5-3 3-3 5.5v.5h-2v-.5c0-3.5 3-3.5 3-5.5a2 2 0 0 0-4 0H8a4 4 0 0 1 4-4z",
  close: "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4L12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z",
  more: "M5 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  follow: "M12 3l2 4h-4zm0 18-2-4h4zM3 12l4-2v4zm18 0-4 2v-4zm-9-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
};

/** A small picture from one path. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** Put another picture on a button. */
export function setIcon(button, name) {
  button.querySelector("svg").replaceWith(icon(name));
}

/** A button with a picture; its label is read aloud and shown as a hint. */
export function iconButton(name, label, onclick, attributes = {}) {
  return element(
    "button",
    { type: "button", class: "icon", "aria-label": label, title: label, onclick, ...attributes },
    icon(name),
  );
}

/** A button that stays pressed; `onchange(pressed)`. */
export function toggle(label, pressed, onchange, attributes = {}) {
  const button = element("button", {
    type: "button",
    class: "chip",
    "aria-pressed": String(pressed),
    text: label,
    ...attributes,
  });
  button.addEventListener("click", () => {
    const now = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(now));
    onchange(now);
  });
  return button;
}

/** Offer a file to the user. */
export function download(name, pieces, type) {
  const address = URL.createObjectURL(new Blob(pieces, { type }));
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
