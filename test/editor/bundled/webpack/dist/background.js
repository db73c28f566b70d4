(()=>{"use strict";const t={page:"the first one",count:0};setInterval(()=>{!function(t){const n=t.page.length;t.count+=n,t.count}(t)},100)})();
//# sourceMappingURL=background.js.map