const { offers = [] } = await chrome.storage.local.get('offers');

for (const { name, price } of offers) {
  const item = document.createElement('li');
  const bold = document.createElement('b');
  bold.textContent = `€${price}`;
  item.append(name, bold);
  document.querySelector('ul').append(item);
}
