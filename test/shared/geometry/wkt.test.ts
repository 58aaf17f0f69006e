import t from 'tap'
import { wktFault } from '../../../shared/geometry/wkt.ts'

t.test('footprints of every kind are accepted', async t => {
  for (const text of [
    'POINT (-122.31 36.4)',
    ' linestring(-122.31 36.4,-122.3 36.41) ',
    'POLYGON ((30 10, 40 40, 20 40, 10 20, 30 10))',
    'POLYGON ((35 10, 45 45, 15 40, 10 20, 35 10), (20 30, 35 35, 30 20, 20 30))',
    'MULTIPOINT ((10 40), (40 30))',
    'MULTIPOINT (10 40, 40 30)',
    'MULTILINESTRING ((10 10, 20 20), (40 40, 30 30, 40 20))',
    'MULTIPOLYGON (((30 20, 45 40, 10 40, 30 20)), ((15 5, 40 10, 10 20, 5 10, 15 5)))'
  ])
    t.equal(wktFault(text), null, text)
})

t.test('an invalid footprint is refused with a reason', async t => {
  const refused: [string, RegExp][] = [
    ['somewhere', /^is not well-known text/],
    ['constructor (1 2)', /^is not well-known text/],
    ['LINESTRING (1 2', /^is not well-known text/],
    ['POLYGON (30 10, 40 40, 20 40, 30 10)', /parentheses do not match/],
    ['POLYGON ((30 10, 40 40, 20 40, 30 10)', /parentheses do not match/],
    ['MULTIPOLYGON ((30 20, 45 40, 10 40, 30 20))', /parentheses do not match/],
    ['LINESTRING (36.4 -122.31, 36.41 -122.3)', /latitude -122\.31.*longitude comes first/],
    ['LINESTRING (-200 10, 1 1)', /longitude -200/],
    ['LINESTRING (1 2)', /too few positions for a LINESTRING/],
    ['POINT (1 2, 3 4)', /more than one position/],
    ['LINESTRING (1 2 3, 4 5 6)', /“1 2 3” as a position/],
    ['LINESTRING (1,5 2, 3 4)', /“1” as a position/],
    ['POLYGON ((30 10, 40 40, 20 40, 10 20))', /does not end where it begins/],
    ['POLYGON ((30 10, 40 40, 30 10))', /too few positions/]
  ]
  for (const [text, reason] of refused) t.match(wktFault(text) ?? 'taken', reason, text)
})
