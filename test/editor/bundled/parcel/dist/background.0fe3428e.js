(() => {

function $parcel$export(e, n, v, s) {
  Object.defineProperty(e, n, {get: v, set: s, enumerable: true, configurable: true});
}

      var $parcel$global = globalThis;
    
var $parcel$modules = {};
var $parcel$inits = {};

var parcelRequire = $parcel$global["parcelRequire94c2"];

if (parcelRequire == null) {
  parcelRequire = function(id) {
    if (id in $parcel$modules) {
      return $parcel$modules[id].exports;
    }
    if (id in $parcel$inits) {
      var init = $parcel$inits[id];
      delete $parcel$inits[id];
      var module = {id: id, exports: {}};
      $parcel$modules[id] = module;
      init.call(module.exports, module, module.exports);
      return module.exports;
    }
    var err = new Error("Cannot find module '" + id + "'");
    err.code = 'MODULE_NOT_FOUND';
    throw err;
  };

  parcelRequire.register = function register(id, init) {
    $parcel$inits[id] = init;
  };

  $parcel$global["parcelRequire94c2"] = parcelRequire;
}

var parcelRegister = parcelRequire.register;
parcelRegister("jC52C", function(module, exports) {

var $gzr5j = parcelRequire("gzr5j");
const $c01d60e5ce038be9$var$visit = {
    page: 'the first one',
    count: 0
};
setInterval(()=>{
    (0, $gzr5j.next)($c01d60e5ce038be9$var$visit);
}, 100);

});
parcelRegister("gzr5j", function(module, exports) {

$parcel$export(module.exports, "next", () => $6b4c53a49fa33989$export$48cfd1e771a65c4f);
function $6b4c53a49fa33989$export$48cfd1e771a65c4f(visit) {
    const more = visit.page.length;
    visit.count += more;
    return visit.count;
}

});



parcelRequire("jC52C");
})();
//# sourceMappingURL=data:application/json;charset=utf-8;base64,eyJtYXBwaW5ncyI6Ijs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7O0FBRUEsTUFBTSw4QkFBZTtJQUFFLE1BQU07SUFBaUIsT0FBTztBQUFFO0FBRXZELFlBQVk7SUFDVixDQUFBLEdBQUEsV0FBRyxFQUFFO0FBQ1AsR0FBRzs7Ozs7O0FDREksU0FBUywwQ0FBSyxLQUFZO0lBQy9CLE1BQU0sT0FBZSxNQUFNLElBQUksQ0FBQyxNQUFNO0lBQ3RDLE1BQU0sS0FBSyxJQUFJO0lBQ2YsT0FBTyxNQUFNLEtBQUs7QUFDcEIiLCJzb3VyY2VzIjpbInNyYy9iYWNrZ3JvdW5kLnRzIiwic3JjL2NvdW50LnRzIl0sInNvdXJjZXNDb250ZW50IjpbImltcG9ydCB7IG5leHQsIHR5cGUgVmlzaXQgfSBmcm9tICcuL2NvdW50JztcblxuY29uc3QgdmlzaXQ6IFZpc2l0ID0geyBwYWdlOiAndGhlIGZpcnN0IG9uZScsIGNvdW50OiAwIH07XG5cbnNldEludGVydmFsKCgpID0+IHtcbiAgbmV4dCh2aXNpdCk7XG59LCAxMDApO1xuIiwiZXhwb3J0IGludGVyZmFjZSBWaXNpdCB7XG4gIHJlYWRvbmx5IHBhZ2U6IHN0cmluZztcbiAgY291bnQ6IG51bWJlcjtcbn1cblxuZXhwb3J0IGZ1bmN0aW9uIG5leHQodmlzaXQ6IFZpc2l0KTogbnVtYmVyIHtcbiAgY29uc3QgbW9yZTogbnVtYmVyID0gdmlzaXQucGFnZS5sZW5ndGg7XG4gIHZpc2l0LmNvdW50ICs9IG1vcmU7XG4gIHJldHVybiB2aXNpdC5jb3VudDtcbn1cbiJdLCJuYW1lcyI6W10sInZlcnNpb24iOjMsImZpbGUiOiJiYWNrZ3JvdW5kLkhBU0hfUkVGXzVkZDE3ZjYxMzlkYjVkMmIuanMubWFwIn0=
