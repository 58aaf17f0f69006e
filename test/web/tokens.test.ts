import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { lowWindowPx, mobileBreakpointPx } from '../../shared/limits.ts'

type Theme = 'light' | 'dark'
type Rgb = [red: number, green: number, blue: number]
type Lch = [lightness: number, chroma: number, hue: number]

const css = readFileSync('web/styles/tokens.css', 'utf8')

/** Returns the colour of a token in a theme, as written. */
function lch(name: string, theme: Theme): Lch {
  const value = css.match(new RegExp(`--${name}: (.+);`))?.[1] ?? ''
  const colours = [...value.matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)].map(
    ([, l, c, h]): Lch => [Number(l) / 100, Number(c), Number(h)]
  )
  const colour = colours[theme === 'dark' && colours.length > 1 ? 1 : 0]
  if (!colour) throw new Error(`tokens.css has no colour --${name}`)
  return colour
}

/** Returns the colour of a token in a theme, in linear sRGB. */
const token = (name: string, theme: Theme): Rgb => oklch(...lch(name, theme))

/** Returns the distance of two tokens in OKLab. */
function distance(one: string, other: string, theme: Theme): number {
  const [from, to] = [one, other].map(name => {
    const [lightness, chroma, hue] = lch(name, theme)
    return [lightness, chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  }) as [number[], number[]]
  return Math.hypot(...from.map((value, axis) => value - to[axis]!))
}

/** Converts an OKLCH colour, clipped to the gamut of a screen. Source: Björn Ottosson 2020, A perceptual color space for image processing. */
function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb: Rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  ]
  return rgb.map(channel => Math.min(1, Math.max(0, channel))) as Rgb
}

/** WCAG 2.2: contrast ratio of two colours, 1–21. */
function contrast(one: Rgb, other: Rgb): number {
  const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['bg', 'surface', 'surface-2']
const textPairs: [ink: string, ground: string][] = [
  ...['text', 'text-2', 'text-3', 'primary', 'ok', 'warn', 'danger', 'magenta'].flatMap(ink =>
    grounds.map(ground => [ink, ground] as [string, string])
  ),
  ['text', 'surface-3'],
  ['text-2', 'surface-3'],
  ['text', 'primary-soft'],
  ['text', 'danger-soft'],
  ...['buff', 'land'].flatMap(ground => ['text', 'text-2', 'primary', 'danger'].map(ink => [ink, ground] as [string, string])),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['ok', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['danger', 'danger-soft'],
  ['magenta', 'magenta-soft'],
  ['bg', 'text']
]
const controlPairs: [ink: string, ground: string][] = [
  ...['line-strong', 'focus', 'primary', 'danger'].flatMap(ink => grounds.map(ground => [ink, ground] as [string, string])),
  ['text-3', 'surface-3'],
  ['focus', 'surface-3'],
  ...['coast', 'line-strong', 'focus', 'primary'].map(ink => [ink, 'land'] as [string, string])
]

for (const theme of ['light', 'dark'] as const) {
  t.test(`text can be read in the ${theme} theme (4.5:1)`, async t => {
    for (const [ink, ground] of textPairs) {
      const ratio = contrast(token(ink, theme), token(ground, theme))
      t.ok(ratio >= 4.5, `--${ink} on --${ground} is ${ratio.toFixed(2)}:1`)
    }
  })

  t.test(`controls and focus can be seen in the ${theme} theme (3:1)`, async t => {
    for (const [ink, ground] of controlPairs) {
      const ratio = contrast(token(ink, theme), token(ground, theme))
      t.ok(ratio >= 3, `--${ink} on --${ground} is ${ratio.toFixed(2)}:1`)
    }
  })
}

for (const theme of ['light', 'dark'] as const) {
  t.test(`land differs from water and panels in the ${theme} theme`, async t => {
    for (const other of ['sea', 'surface', 'depth-4000', 'depth-11000'])
      t.ok(distance('land', other, theme) >= 0.04, `--land and --${other}`)
  })
}

t.test('land in the dark theme is slate, and buff is a line', async t => {
  const [lightness, chroma, hue] = lch('land', 'dark')
  t.ok(lightness < 0.32 && chroma < 0.03 && hue > 200 && hue < 260, 'slate')
  t.same(lch('land', 'light'), lch('buff', 'light'))
  t.same(lch('buff', 'dark'), lch('surface-2', 'dark'), 'a note is a surface')
  t.same(lch('buff-line', 'light'), lch('buff', 'light'), 'the line shows only in the dark theme')
  t.ok(contrast(token('buff-line', 'dark'), token('surface-2', 'dark')) >= 4.5, 'a line that can be read as lettering')
})

t.test('deeper is darker, step by step', async t => {
  const depths = [0, 50, 200, 1000, 2000, 4000, 6000, 11000]
  const lightness = depths.map(depth => Number(css.match(new RegExp(`--depth-${depth}: oklch\\(([\\d.]+)%`))?.[1]))
  t.same(
    lightness,
    [...lightness].sort((a, b) => b - a)
  )
})

const styleSheets = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.css') && !path.startsWith('dist'))
  .map(path => ({ path, text: readFileSync(join('web', path), 'utf8') }))

t.test('every custom property in use is defined', async t => {
  const defined = new Set(styleSheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(match => match[1])))
  const scripts = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(path => /\.tsx?$/.test(path) && !path.startsWith('dist'))
  for (const path of scripts) {
    for (const [, name] of readFileSync(join('web', path), 'utf8').matchAll(/['"`](--[\w-]+)['"`]\]?\s*[:,]/g)) defined.add(name)
  }
  for (const { path, text } of styleSheets) {
    for (const [, name, fallback] of text.matchAll(/var\((--[\w-]+)(,)?/g)) {
      if (!fallback && name !== '--visual-viewport-height') t.ok(defined.has(name), `${name} in ${path}`)
    }
  }
})

t.test('colours are defined in tokens.css only', async t => {
  for (const { path, text } of styleSheets) {
    if (path === 'styles/tokens.css') continue
    t.notMatch(text.replaceAll(/\/\*[\s\S]*?\*\//g, ''), /#[0-9a-f]{3,8}\b(?=[;\s,)])|\brgba?\(|\bhsla?\(/i, path)
  }
})

t.test('style sheets use only the one height and shape of a low window', async t => {
  for (const { path, text } of styleSheets)
    for (const [, query] of text.matchAll(/@media[^{]*(\(height[^{]*?)\s*\{/g))
      t.equal(query, `(height < ${lowWindowPx}px) and (min-aspect-ratio: 4 / 3)`, path)
})

t.test('style sheets use only the one mobile breakpoint', async t => {
  for (const { path, text } of styleSheets) {
    for (const [, width] of text.matchAll(/@media[^{]*width\s*(?:<|>=)\s*(7\d\d)px/g)) t.equal(Number(width), mobileBreakpointPx, path)
  }
})
