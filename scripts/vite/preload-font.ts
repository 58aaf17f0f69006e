import type { Plugin } from 'vite'

/** Preloads the font of the first paint, in parallel with the style sheet. */
export function preloadFont(name: string): Plugin {
  return {
    name: 'isobath:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find(path => path.includes(name))
        if (!file) throw new Error(`The build contains no font ${name}`)
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head'
          }
        ]
      }
    }
  }
}
