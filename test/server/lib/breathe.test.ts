import t from 'tap'
import { breathe } from '../../../server/lib/breathe.ts'

t.test('long loops take turns: one continues in each turn of the event loop', async t => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const resumedIn: number[] = []

  async function loop(): Promise<void> {
    for (let round = 0; round < 5; round++) {
      for (const end = performance.now() + 6; performance.now() < end; );
      const pause = breathe()
      t.ok(pause, 'after 5 ms other work has a turn first')
      await pause
      resumedIn.push(turn)
    }
  }
  await Promise.all([loop(), loop(), loop(), loop()])
  isOver = true
  t.equal(resumedIn.length, 20)
  t.equal(new Set(resumedIn).size, 20)
})
