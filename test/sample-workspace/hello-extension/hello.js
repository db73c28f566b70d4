const banner = document.createElement('p');
banner.id = 'hello-extension';
banner.textContent = 'Hello from the extension';
document.body.prepend(banner);
