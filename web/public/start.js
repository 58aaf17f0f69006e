// Starts the app on a prerendered page. It waits for the visible pictures, which need the network first, or for the first key press or touch.
const { entry, modules } = document.currentScript.dataset
const patience = 3000
const isReturning = 'returning' in document.documentElement.dataset
let begun = false

function begin() {
  if (begun) return
  begun = true
  for (const href of modules.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
  load()
}

function load() {
  import(entry).catch(() => {
    delete document.documentElement.dataset.returning // if the script fails to load, show the prerendered page
    setTimeout(load, patience)
  })
}

function picturesInView() {
  return [...document.images].filter(picture => {
    const { width, top } = picture.getBoundingClientRect()
    return !picture.complete && width > 0 && top < innerHeight
  })
}

function afterPictures() {
  const arrivals = picturesInView().map(
    picture =>
      new Promise(done => {
        picture.addEventListener('load', done)
        picture.addEventListener('error', done)
      })
  )
  void Promise.all(arrivals).then(begin)
  setTimeout(begin, patience)
}

if (isReturning || document.hidden) begin()
else {
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, begin, { once: true })
  requestAnimationFrame(() => setTimeout(afterPictures))
}
