import t from 'tap'
import type { UnansweredClock } from '../../../../../shared/contracts/camera-clocks.ts'
import { chosenOf, firstChoice, toggled } from '../../../../../web/features/media/clocks/choice.ts'

const group = (camera: string, batch: string) => ({ camera, cameraSerial: null, batch }) as UnansweredClock
const [drone, rov, rovLater] = [group('Drone', 'a'), group('ROV', 'a'), group('ROV', 'b')]

t.test('the camera of the first group is chosen, and stays so when the groups come in another order', async t => {
  const choice = firstChoice([rov, drone])
  t.same(chosenOf([rov, drone], choice), [rov])
  t.same(chosenOf([drone, rovLater, rov], choice), [rovLater, rov])
})

t.test('a camera without groups leaves nothing chosen, not another camera', async t => {
  t.same(chosenOf([drone], firstChoice([rov, drone])), [])
  t.same(chosenOf([], firstChoice([])), [])
})

t.test('a tick adds or leaves out one group, and a group that is added later is not ticked', async t => {
  const choice = toggled([rov, drone], firstChoice([rov, drone]), drone)
  t.same(chosenOf([rovLater, drone, rov], choice), [drone, rov])
  t.same(chosenOf([rov, drone], toggled([rov, drone], choice, rov)), [drone])
})
