export const texts = {
  errorPage: {
    title: 'This page could not be shown',
    about: 'What you saved is safe. If it fails again after reloading, the debug page has the details.',
    lostTitle: 'A part of this page is missing',
    aboutLost: 'It could not be loaded, or a newer version has replaced it. What you saved is safe.',
    reload: 'Reload',
    debug: 'Debug page'
  }
}
