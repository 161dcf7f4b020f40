// A page that is opened as a file may start no worker; its search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.documentElement.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = (data) => this.deliver(data);
      this.loaded = new Promise((resolve, reject) => {
        const script = inside.document.createElement("script");
        script.src = url;
        script.onload = resolve;
        script.onerror = reject;
        inside.document.documentElement.append(script);
      });
      this.loaded.catch((error) => this.onerror?.(error));
    }
    deliver(said) {
      const data = structuredClone(said);
      setTimeout(() => this.onmessage?.(new MessageEvent("message", { data })));
    }
    postMessage(said) {
      const data = structuredClone(said);
      const inside = this.frame.contentWindow;
      this.loaded.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
}
