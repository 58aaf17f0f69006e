import type { Plugin } from 'vite'

const otherLocale = /\/react-(?:aria|stately|aria-components)\/dist\/.*\/intl\/.*\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/

/**
 * Replaces the translations of React Aria, whose few strings come in 34 languages. The app is in English, so every language gets the
 * English strings.
 */
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
