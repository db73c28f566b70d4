function e(e){let t=e.page.length;return e.count+=t,e.count}var t={page:`the first one`,count:0};setInterval(()=>{e(t)},100);
//# sourceMappingURL=background.js.map