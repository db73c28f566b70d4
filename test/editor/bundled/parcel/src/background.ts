import { next, type Visit } from './count';

const visit: Visit = { page: 'the first one', count: 0 };

setInterval(() => {
  next(visit);
}, 100);
