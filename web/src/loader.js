/** Unpacks the page. Plain script for old browsers: it says in words what is missing. */
(function () {
  var place = document.getElementById("elver");
  function say(text) {
    var line = document.createElement("p");
    line.className = "elver-says";
    line.setAttribute("role", "alert");
    line.textContent = text;
    place.textContent = "";
    place.appendChild(line);
  }
  function packed(name) {
    var found = document.getElementById("elver-" + name);
    return found ? found.textContent.trim() : "";
  }
  function unpacked(name) {
    var text = atob(packed(name));
    var bytes = new Uint8Array(text.length);
    for (var k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
    if (!bytes.length) return Promise.resolve(new ArrayBuffer(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  }
  function missing() {
    var older = "Open this page in Chrome or Edge 97, Firefox 113, Safari 16.4, or a later one.";
    if (typeof DecompressionStream === "undefined") {
      return "This browser is too old for this page: it cannot unpack it (no DecompressionStream). " + older;
    }
    if (packed("module") && typeof WebAssembly === "undefined") {
      return "This page computes a machine while you look, and this browser has no WebAssembly, or it is switched off. " + older;
    }
    return "";
  }
  function open() {
    return Promise.all([unpacked("payload"), unpacked("module"), unpacked("bundle")]).then(function (parts) {
      var words = new TextDecoder();
      var script = document.createElement("script");
      script.textContent = words.decode(parts[2]);
      document.head.appendChild(script);
      return window.elverOpen(place, words.decode(parts[0]), new Uint8Array(parts[1]));
    });
  }
  var lacking = missing();
  if (typeof Promise === "undefined") return say(lacking);
  // The name is taken at once: without it a browser offers the element of this id, and who waits for elver.ready waits for nothing.
  window.elver = {};
  window.elver.ready = (lacking ? Promise.reject(new Error(lacking)) : open()).then(function () { return true; });
  window.elver.ready.catch(function (error) {
    say(lacking || "This page could not be opened: " + (error && error.message ? error.message : error));
  });
})();
