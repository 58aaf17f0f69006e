import { join } from 'node:path'
import { build } from 'vite'
import { root } from './processes.ts'

/** Bundles scripts of `test/bench/pages`: `name.mjs` becomes `name.js` in a folder. */
export async function buildPages(outDir: string, scripts: readonly string[]): Promise<void> {
  const source = join(root, 'test', 'bench', 'pages')
  await build({
    configFile: false,
    root: source,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: Object.fromEntries(scripts.map(script => [script.split('.')[0]!, join(source, script)])),
        external: /^\/maplibre-gl\//,
        output: { entryFileNames: '[name].js' }
      }
    }
  })
}

/** Page that runs the script of the same name on an element `stage`. @param path such as `/openlayers` */
export const pageOf = (path: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${path.slice(1)}</title>
<style>html, body, #stage { margin: 0; height: 100%; overflow: hidden; background: #0d1416 } #stage { position: relative }</style>
<div id="stage"></div>
<script type="module" src="${path}.js"></script>
`
