/** Opens the subject of a static page in the browser page. `?static` in the address keeps the static page. */
const { route } = document.documentElement.dataset;
if (route !== undefined && !new URLSearchParams(location.search).has('static')) {
  const path = route.split('/').map(encodeURIComponent).join('/');
  location.replace(`../index.html#/${path}`);
}
