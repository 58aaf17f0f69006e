import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

const dist = process.env.TEST_WEB_ROOT ?? 'web/dist'
const manifestPath = join(dist, '.vite/manifest.json')
const built = existsSync(manifestPath)
t.ok(built, 'the web app is built (npm run build)')
if (built) checkBuild(JSON.parse(readFileSync(manifestPath, 'utf8')))

function checkBuild(manifest: Record<string, Chunk>) {
  const entry = 'index.html'

  /** Returns the files that the browser loads for these entries: they and all their static imports. */
  function closure(...keys: string[]): Set<string> {
    const seen = new Set<string>()
    const open = [...keys]
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (seen.has(key)) continue
      const chunk = manifest[key]
      if (!chunk) throw new Error(`The manifest has no ${key}`)
      seen.add(key)
      open.push(...(chunk.imports ?? []))
    }
    return seen
  }

  const sizes = new Map<string, number>()
  /** Size after Brotli compression at the highest level, in kB of 1000 bytes. */
  function sizeKb(file: string): number {
    const known = sizes.get(file)
    if (known !== undefined) return known
    const size = brotliCompressSync(readFileSync(join(dist, file))).length / 1000
    sizes.set(file, size)
    return size
  }
  const stylesOf = (keys: Iterable<string>) => [...new Set([...keys].flatMap(key => manifest[key]!.css ?? []))]
  const scriptsKb = (keys: Iterable<string>) => sum([...keys].map(key => sizeKb(manifest[key]!.file)))
  const stylesKb = (keys: Iterable<string>) => sum(stylesOf(keys).map(sizeKb))

  t.test('every file that the page names has the hash of its content, so that a second visit confirms none of them', async t => {
    const named = [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/([^"]+\.(?:js|css|woff2))"/g)]
    t.ok(named.length >= 4)
    for (const [, file = ''] of named) t.match(file, /^assets\/[\w-]+-[\w-]{7}\.\w+$/)
  })

  t.test('the page contains neither contracts nor error codes', async t => {
    for (const { file } of Object.values(manifest).filter(({ file }) => file.endsWith('.js')))
      t.notMatch(readFileSync(join(dist, file), 'utf8'), /~kind|SURVEY_NAME_TAKEN/, file)
  })

  const most: Record<string, number> = { 'routes/project/annotate.tsx': 65, 'routes/project/map.tsx': 130 }
  const routes = Object.keys(manifest).filter(key => /^routes\/.+\.tsx$/.test(key))
  const publicRoutes = routes.filter(key => key.startsWith('routes/public/') || key === 'routes/debug.tsx')
  const authRoutes = routes.filter(key => key.startsWith('routes/auth/'))
  const appRoutes = routes.filter(key => !publicRoutes.includes(key) && !authRoutes.includes(key))

  t.test('public and auth pages load at most 115 kB of script', async t => {
    for (const route of [...publicRoutes, ...authRoutes]) {
      const frame = route.startsWith('routes/auth/') ? 'layouts/auth-layout.tsx' : 'layouts/public/public-layout.tsx'
      const size = scriptsKb(closure(entry, frame, route))
      t.ok(size <= 115, `${route}: ${size.toFixed(1)} kB`)
    }
  })

  t.test('entry and app shell load at most 125 kB of script', async t => {
    for (const frame of ['layouts/main-layout.tsx', 'layouts/project-layout.tsx']) {
      const size = scriptsKb(closure(entry, frame))
      t.ok(size <= 125, `${frame}: ${size.toFixed(1)} kB`)
    }
  })

  t.test('a screen of the app adds at most 75 kB of script to the shell, Annotate 65 kB, the map 130 kB', async t => {
    const shell = closure(entry, 'layouts/project-layout.tsx', 'layouts/main-layout.tsx')
    for (const route of appRoutes) {
      const size = scriptsKb([...closure(route)].filter(key => !shell.has(key)))
      t.ok(size <= (most[route] ?? 75), `${route}: ${size.toFixed(1)} kB`)
    }
  })

  t.test('the first coast of the map is at most 14 kB compressed', async t => {
    const coast = manifest['routes/project/map.tsx']?.assets?.find(file => file.includes('coast-110m')) ?? ''
    t.ok(sizeKb(coast) <= 14, `${sizeKb(coast).toFixed(1)} kB`)
  })

  t.test('a public or auth page loads at most 10 scripts and 6 styles, a screen of the app 24 and 9', async t => {
    const outside = [
      ...publicRoutes.map(route => closure(entry, 'layouts/public/public-layout.tsx', route)),
      ...authRoutes.map(route => closure(entry, 'layouts/auth-layout.tsx', route))
    ]
    const inside = appRoutes.map(route => closure(entry, 'layouts/main-layout.tsx', 'layouts/project-layout.tsx', route))
    for (const [pages, scripts, styles] of [
      [outside, 10, 6],
      [inside, 24, 9]
    ] as const)
      for (const page of pages) {
        const found = `${[...page].filter(key => key.startsWith('routes/'))}: ${page.size} scripts, ${stylesOf(page).length} styles`
        t.ok(page.size <= scripts && stylesOf(page).length <= styles, found)
      }
  })

  t.test('every screen is a separate chunk', async t => {
    const first = closure(entry)
    for (const route of routes) t.notOk(first.has(route), route)
    for (const area of ['journal']) t.ok(manifest[`routes/areas/${area}.tsx`], area)
    for (const area of ['ai', 'annotate', 'catalog', 'map', 'overview', 'settings']) t.ok(manifest[`routes/project/${area}.tsx`], area)
  })

  t.test('the styles of entry and shell are at most 15 kB', async t => {
    for (const frame of ['public/public', 'auth', 'main', 'project']) {
      const size = stylesKb(closure(entry, `layouts/${frame}-layout.tsx`))
      t.ok(size <= 15, `${frame}: ${size.toFixed(1)} kB`)
    }
  })

  t.test('one font of at most 35 kB is requested before the first paint', async t => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8')
    const fonts = [...html.matchAll(/<link rel="preload" href="\/([^"]+\.woff2)"/g)].map(match => match[1]!)
    t.equal(fonts.length, 1)
    t.ok(readFileSync(join(dist, fonts[0]!)).length <= 35_000)
  })

  t.test('schemas and heavy libraries stay out of the entry', async t => {
    const code = [...closure(entry)].map(key => readFileSync(join(dist, manifest[key]!.file), 'utf8')).join('\n')
    t.notMatch(code, /~kind|typebox/i, 'typebox')
    t.notMatch(code, /react-aria/, 'React Aria')
    t.notMatch(code, /ProseMirror/, 'ProseMirror')
    t.notMatch(code, /ol-viewport/, 'OpenLayers')
  })

  t.test('the page has no inline script or style, which its security policy would refuse', async t => {
    const html = readFileSync(join(dist, 'index.html'), 'utf8')
    for (const [tag] of html.matchAll(/<script[^>]*>/g)) t.match(tag, /src=|type="application\/json"/, tag)
    t.notMatch(html, /<style|\sstyle=|\son\w+=/)
  })

  t.test('compressible files are stored compressed, and unpack to the same bytes', async t => {
    const files = readdirSync(join(dist, 'assets')).filter(name => /\.(js|css)$/.test(name))
    t.ok(files.length > 0)
    for (const name of files) {
      const path = join(dist, 'assets', name)
      const content = readFileSync(path)
      if (content.length < 1024) continue
      if (!t.ok(existsSync(`${path}.br`) && existsSync(`${path}.gz`), name)) continue
      t.ok(brotliDecompressSync(readFileSync(`${path}.br`)).equals(content), `${name}.br`)
      t.ok(gunzipSync(readFileSync(`${path}.gz`)).equals(content), `${name}.gz`)
    }
  })
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
