// A site opened from the disk may not read its own pages: the search then lists titles alone, without asking for texts in vain.
if (location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

// A button that copies a block of code, without the prompt's comments being touched.
addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll("div.highlight")) {
    const text = block.querySelector("pre");
    if (!text) continue;
    const button = Object.assign(document.createElement("button"), { className: "copy", type: "button", textContent: "Copy" });
    button.addEventListener("click", async () => {
      const copied = await navigator.clipboard?.writeText(text.innerText.trimEnd()).then(() => true, () => false);
      if (!copied) getSelection().selectAllChildren(text); // no clipboard for pages from the disk in some browsers: Ctrl-C then does it
      button.textContent = copied ? "Copied" : "Press Ctrl-C";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    block.append(button);
  }
});
