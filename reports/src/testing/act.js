// Runs in the page around the report's frame: does the steps of a test in it and shows what they return.
"use strict";

addEventListener("load", () => {
  const frame = document.querySelector("iframe");
  let result;
  try {
    result = { returned: steps(frame.contentDocument, frame.contentWindow) };
  } catch (error) {
    result = { thrown: String(error) };
  }
  const plain = JSON.stringify(result).replace(/[^ -%'-;=?-~]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
  document.body.textContent = "MEASURED" + plain + "DONE";
});
