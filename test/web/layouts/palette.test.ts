import t from 'tap'
import { projectPath } from '../../../shared/addresses.ts'
import { areaWords } from '../../../web/layouts/palette/place-words.ts'
import { subPlaces } from '../../../web/layouts/palette/places.ts'
import { mainAreas } from '../../../web/routes/main-areas.ts'
import { projectAreas } from '../../../web/routes/project-areas.ts'

const placesFor = (mayEdit: boolean) => subPlaces('7', { withParts: true, mayEdit })

t.test('each place of the palette has a route', async t => {
  const routes = projectAreas.flatMap(({ path, tabs = [], pages = [] }) => [
    path,
    ...tabs.map(tab => `${path}/${tab.path}`),
    ...pages.map(page => page.path)
  ])
  const isRoute = (place: string) =>
    routes.some(route => (route.endsWith('/*') ? `${place}/`.startsWith(route.slice(0, -1)) : route === place))
  for (const { path, label } of placesFor(true)) {
    const [place = ''] = path.slice(projectPath('7', '').length).split(/[?#]/)
    t.ok(isRoute(place), `${label}: ${place}`)
  }
  const areas = [...mainAreas, ...projectAreas].map(({ label }) => label)
  t.same(
    Object.keys(areaWords).filter(label => !areas.includes(label)),
    ['Administration'],
    'all others are areas'
  )
})

t.test('a place has a name of its own, and viewers get none for editors', async t => {
  const names = placesFor(true).map(({ label }) => label)
  t.same(names, [...new Set(names)])
  const hidden = names.filter(name => !placesFor(false).some(({ label }) => label === name))
  t.same(hidden, ['Inbox rules'])
})
