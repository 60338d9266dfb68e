const language = new URLSearchParams(location.search).get('lang');
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
document.documentElement.classList.toggle('dark-mode', dark);

SwaggerUIBundle({
  url: language ? `openapi.json?lang=${encodeURIComponent(language)}` : 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  // There are too many operations to scroll through: families to open, and a filter for their names.
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
});
