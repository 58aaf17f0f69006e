import t from 'tap'
import { wrappedLines } from '../../../../web/features/map/wrapped-lines.ts'

t.test('a text is broken between words, and within a word that has no room', async t => {
  const within = (most: number) => (line: string) => line.length <= most
  t.same(wrappedLines('Sea ice: Example Institute', within(40)), ['Sea ice: Example Institute'])
  t.same(wrappedLines('Sea ice: Example Institute', within(10)), ['Sea ice:', 'Example', 'Institute'])
  t.same(wrappedLines('at ice.example/conditions', within(8)), ['at', 'ice.exam', 'ple/cond', 'itions'])
  t.same(wrappedLines('', within(8)), [])
  t.same(
    wrappedLines('ab', () => false),
    ['a', 'b'],
    'every letter is kept without room'
  )
})
