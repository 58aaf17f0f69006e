import type { Plugin } from 'vite'

const otherLocale = /\/react-(?:aria|stately|aria-components)\/dist\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/

/** React Aria brings its few words in 34 languages; the app speaks English, so every language gets the English ones. */
export function englishOnlyAria(): Plugin {
  return {
    name: 'isobath:english-only-aria',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: otherLocale },
      handler: () => "export { default } from './en-US.mjs'"
    }
  }
}
