import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { blogFeed } from './scripts/vite/blog-feed.ts'
import { englishOnlyAria } from './scripts/vite/english-only-aria.ts'
import { precompress } from './scripts/vite/precompress.ts'
import { preloadFont } from './scripts/vite/preload-font.ts'

// react-router names only its development build, with warnings for developers, to bundlers
const routerInProduction = [
  { find: /^react-router$/, replacement: fileURLToPath(new URL('node_modules/react-router/dist/production/index.mjs', import.meta.url)) },
  {
    find: /^react-router\/dom$/,
    replacement: fileURLToPath(new URL('node_modules/react-router/dist/production/dom-export.mjs', import.meta.url))
  }
]

// what every form needs: in one file rather than in a dozen small ones
const controls =
  /web\/ui\/(field|text-field|form-summary|note|skeleton|states|choice|select)\.|esm\/icons\/Icon(AlertTriangle|Search|Eye|EyeOff|Refresh|InfoCircle|ChevronDown)\.mjs/

// what the frame of the app shows at once
const frameParts = /web\/ui\/(timestamp|avatar|popup|popover|menu)\.|esm\/icons\/Icon(ArrowLeft|Selector)\.mjs/

// the entry has brought them before any screen asks
const isInEntry = /\/(index|rolldown-runtime|jsx-runtime|api-error|debug-log|useQuery|queryOptions)-[^/]+\.js$/

export default defineConfig(({ command }) => ({
  root: 'web',
  plugins: [react(), englishOnlyAria(), preloadFont('atkinson-hyperlegible-next-latin-wght-normal'), blogFeed(), precompress()],
  resolve: { alias: command === 'build' ? routerInProduction : [] },
  build: {
    target: 'es2022',
    // Single icons, hooks and functions of a line are fetched with what uses them: naming each in the list of every screen would cost the entry
    // more than it wins.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies) =>
        dependencies.filter(
          file =>
            !/\/((Icon|use)[A-Z]|infiniteQueryOptions|mutationOptions|use-|(limits|new-id|data-slot.module|work-words|number-words|day|visually-hidden|email|csv|wilson|addresses|save-file|depth-scale|protected-source|skip-link|reading-face|blocks|heads|roles|badge|colour-groups|leave-warning|copy-text|copy-button)-|(waiting|waiting\.module|attributes\.module|member-avatar|hash-secret|read-day|unsent-note|account-work|outbox-status|words|read-number|orcid|publication-calls|empty-state|lazy-ground|save|taxon-name|progress-bar|patch-picture|auth-page|area-page|drop-zone|loaded|span-text|setting-fields|history-words|isobaths|conflict-panel(\.module)?)-[^/]+\.js$)/.test(
              file
            ) && !isInEntry.test(file)
        )
    },
    // knows light-dark(), nesting and layers, so that they stay as written
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // the entry names some hundred files: one character less of each counts
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'controls', test: controls },
            { name: 'frame', test: frameParts }
          ]
        }
      }
    }
  }
}))
