import { Note } from '../../ui/note.tsx'

/** What a reader of the numbers has to know. */
export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null
  return (
    <Note>
      {warnings.map(warning => (
        <p key={warning}>{warning}</p>
      ))}
    </Note>
  )
}
