const language = new URLSearchParams(location.search).get('lang');
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.classList.toggle('dark-mode', dark);

SwaggerUIBundle({
  url: language ? `openapi.json?lang=${encodeURIComponent(language)}` : 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  // The list of operations is too long to scroll: families start collapsed, and a filter finds them by name.
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
});
