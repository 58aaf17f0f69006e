import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Alias, defineConfig, type UserConfig } from 'vite'
import { blogFeed } from './scripts/vite/blog-feed.ts'
import { chunkNames } from './scripts/vite/chunks/chunk-names.ts'
import type { Prices } from './scripts/vite/chunks/merge.ts'
import { coastFiles } from './scripts/vite/coast/coast-files.ts'
import { drawPages } from './scripts/vite/draw-pages.ts'
import { earlyScript } from './scripts/vite/early-script.ts'
import { englishOnlyAria } from './scripts/vite/english-only-aria.ts'
import { leanRouter } from './scripts/vite/lean-router.ts'
import { plainZeroFonts } from './scripts/vite/plain-zero/plain-zero-fonts.ts'
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

/** Options of both builds: the draft, which shows how modules load each other, and the build that is served. */
const sources = (alias: Alias[]) =>
  ({
    root: 'web',
    plugins: [react(), englishOnlyAria(), leanRouter(), coastFiles()],
    resolve: { alias },
    build: {
      target: 'es2022',
      assetsInlineLimit: 0,
      rolldownOptions: {
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        // `shared/nouns.ts` lists contracts and error codes beside the activity, which alone is of use in the page
        treeshake: { moduleSideEffects: [{ test: /\/shared\/(contracts|error-codes)\//, sideEffects: false }] }
      }
    }
  }) satisfies UserConfig

const inWeb = (path: string) => fileURLToPath(new URL(`web/${path}`, import.meta.url))

const isOutside = (module: string) => /\/web\/(routes\/(public|auth|debug)|layouts\/(public\/public|auth)-layout)/.test(module)

/** Path of the layout in which a screen opens; undefined for a module that is not a screen. */
function frameOf(module: string): string | undefined {
  const area = /\/web\/routes\/(\w+)/.exec(module)?.[1]
  if (area === undefined) return undefined
  if (area === 'public' || area === 'debug') return inWeb('layouts/public/public-layout.tsx')
  return inWeb(`layouts/${area === 'areas' ? 'main' : area}-layout.tsx`)
}

const prices: Prices = {
  // about a kilobyte as it travels
  ofFile: 8_000,
  // pages outside of the app are mostly opened with an empty cache, and a dialog or panel less often than its screen
  ofLoader: module => (isOutside(module) ? 6 : frameOf(module) || module.includes('/web/layouts/') ? 1 : 0.65)
}

export default defineConfig(async ({ command }) => {
  const alias = [...plainZeroFonts(), ...(command === 'build' ? routerInProduction : [])]
  const names = command === 'build' ? await chunkNames(sources(alias), frameOf, prices) : new Map<string, string>()
  const { plugins, build, ...rest } = sources(alias)
  return {
    ...rest,
    plugins: [
      plugins,
      earlyScript(inWeb('early/theme.js'), '/early/theme.js'),
      preloadFont('atkinson-hyperlegible-next-latin-wght-normal'),
      blogFeed(),
      drawPages(sources(alias), 'source-serif-4-latin-wght-normal'),
      precompress()
    ],
    build: {
      ...build,
      modulePreload: {
        polyfill: false,
        // names of scripts cost a kilobyte of every page; the gateway names those of a screen, and the others are fetched ahead
        resolveDependencies: (_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
          hostType === 'html' ? files : files.filter(file => file.endsWith('.css'))
      },
      // knows light-dark(), nesting and layers, so that they stay as written
      cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
      outDir: 'dist',
      emptyOutDir: true,
      manifest: true,
      sourcemap: false,
      rolldownOptions: {
        ...build.rolldownOptions,
        output: {
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: (module: string) => names.get(module) ?? null, debugName: 'shared' }]
          }
        }
      }
    }
  }
})
