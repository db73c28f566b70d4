globalThis.apple = 1;
