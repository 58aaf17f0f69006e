import { Button } from '../../ui/button.tsx'
import { texts } from './texts.ts'
import { useOpenExample } from './use-open-example.ts'

const { example: words } = texts

/** A button that creates the example project and opens it. */
export function OpenExample() {
  const { open, isPending } = useOpenExample()
  return (
    <Button onClick={open} busy={isPending}>
      {isPending ? words.opening : words.open}
    </Button>
  )
}
