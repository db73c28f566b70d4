const LIMIT = 15;

const products = [...document.querySelectorAll('[data-price]')];
const found = products.filter((each) => each.dataset.price < LIMIT);

for (const product of found) {
  const badge = document.createElement('span');
  badge.className = 'price-watch';
  badge.textContent = `Below €${LIMIT}`;
  product.append(badge);
}

console.log(`${found.length} of ${products.length} below €${LIMIT}`);
const offers = found.map(({ dataset }) => ({ ...dataset }));
chrome.runtime.sendMessage(offers);
