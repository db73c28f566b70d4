(function () {
    'use strict';

    function next(visit) {
        const more = visit.page.length;
        visit.count += more;
        return visit.count;
    }

    const visit = { page: 'the first one', count: 0 };
    setInterval(() => {
        next(visit);
    }, 100);

})();
//# sourceMappingURL=background.js.map
