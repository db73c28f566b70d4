globalThis.name = '日本';
