export const texts = {
  errorPage: {
    title: 'This page could not be shown',
    about: 'Your saved work is safe. If it fails again after reloading, the debug page has the details.',
    lostTitle: 'A part of this page is missing',
    aboutLost: 'It could not be loaded, or a newer version has replaced it. Your saved work is safe.',
    reload: 'Reload',
    debug: 'Debug page'
  }
}
