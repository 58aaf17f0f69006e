import { Note } from '../../ui/note.tsx'

/** A note with the warnings about a result. */
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
