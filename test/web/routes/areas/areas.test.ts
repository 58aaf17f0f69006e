import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { areas } from '../../../../web/routes/areas/areas.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const isKeptPlace = (page: string) => read(`web/routes/${page}`).includes("from './area-page.tsx'")

t.test('a working area has a page of its own, a coming one the page for areas that are not built', t => {
  for (const { name, works, page } of areas) t.equal(isKeptPlace(page), !works, name)
  t.end()
})

t.test('every page for an area that is not built stands in the list', t => {
  const places = readdirSync(`${root}web/routes/areas`).filter(file => file.endsWith('.tsx') && isKeptPlace(`areas/${file}`))
  t.same(
    places.filter(file => !areas.some(({ page }) => page === `areas/${file}`)),
    []
  )
  t.end()
})

t.test('README names what works in its tour, and what is still to come after it', t => {
  const [, tour = '', coming = ''] = /\n## A tour\n([\s\S]*?)\n([^\n]+ still to come\.)\n/.exec(read('README.md')) ?? []
  for (const { name, works } of areas) {
    const says = (text: string) => text.toLowerCase().includes(name.toLowerCase())
    t.equal(says(coming), !works, `${name} is ${works ? 'not ' : ''}to come`)
    if (works) t.ok(says(tour.replaceAll('photographs', 'images')), `${name} is in the tour`)
  }
  t.end()
})
