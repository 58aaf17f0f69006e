import {
  type Color,
  converter,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  wcagContrast
} from 'culori'
import t from 'tap'
import { colourCount } from '../../../shared/taxonomy/colour-count.ts'
import { labelPalette } from '../../../web/annotation/label-palette.ts'

const rgb = converter('rgb')
const oklch = converter('oklch')
const difference = differenceCiede2000()
const filters = { protan: filterDeficiencyProt(1), deutan: filterDeficiencyDeuter(1), tritan: filterDeficiencyTrit(1) }
const read = (hex: string): Color => rgb(hex) as Color
const visions: Record<string, (hex: string) => Color> = { full: read }
for (const [name, filter] of Object.entries(filters)) visions[name] = hex => filter(read(hex)) as Color
const themes = ['light', 'dark'] as const

/** Finds the two most similar colours in either theme and with any type of colour vision. */
function nearest(count: number) {
  const some = labelPalette.slice(0, count)
  let found = { distance: Number.POSITIVE_INFINITY, where: '' }
  for (const theme of themes)
    for (const [vision, seen] of Object.entries(visions))
      for (const [place, one] of some.entries())
        for (const other of some.slice(place + 1)) {
          const distance = difference(seen(one[theme]), seen(other[theme]))
          if (distance < found.distance) found = { distance, where: `${one[theme]} and ${other[theme]}, ${theme}, ${vision}` }
        }
  return found
}

t.test('forty colours differ by 5, the first twelve by 10, in both themes and for all types of colour vision', async t => {
  t.equal(labelPalette.length, colourCount)
  const [twelve, all] = [nearest(12), nearest(colourCount)]
  t.ok(twelve.distance >= 10, `${twelve.distance}: ${twelve.where}`)
  t.ok(all.distance >= 5, `${all.distance}: ${all.where}`)
})

t.test('violet, magenta and pink are reserved for machines', async t => {
  for (const colour of labelPalette)
    for (const theme of themes) {
      const { h = 0, c } = oklch(colour[theme]) ?? { c: 0 }
      t.notOk(c > 0.04 && (h > 285 || h < 10), colour[theme])
    }
})

t.test('each colour contrasts with the background', async t => {
  for (const { light, dark } of labelPalette) {
    t.ok(wcagContrast(light, '#ffffff') >= 2.7, `${light} on light`)
    t.ok(wcagContrast(dark, '#12202a') >= 2.7, `${dark} on dark`)
  }
})
