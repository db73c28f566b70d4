globalThis.zebra = 1;
