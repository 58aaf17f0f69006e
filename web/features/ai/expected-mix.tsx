import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { formatPercent } from '../../ui/format.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './ai.module.css'
import { mixOfRun, percentText, type TypedMix } from './mix-of-run.ts'
import { modelWith } from './queries.ts'
import { texts } from './texts.ts'

const { mix: words } = texts

interface ExpectedMixProps {
  modelVersionId: string
  typed: TypedMix
  onType(typed: TypedMix): void
}

/** Collapsible section with the expected share of each label of a version, in percent. Unchanged shares are those in training. */
export function ExpectedMix({ modelVersionId, typed, onType }: ExpectedMixProps) {
  const { data: card } = useQuery(modelWith(modelVersionId))
  if (!card || card.classes.length > 500) return null
  const isChanged = Object.keys(typed).length > 0
  const { sum, mix } = mixOfRun(card, typed)
  return (
    <details className={styles.more}>
      <summary>{words.title}</summary>
      <div className={styles.moreBody}>
        <p className={styles.quiet}>{words.about}</p>
        <div className={styles.shares}>
          {card.classes.map(({ labelId, name }, place) => (
            <TextField
              key={labelId}
              label={name}
              description={words.inTraining(formatPercent(card.trainingShares[place] ?? 0, 1))}
              inputMode="decimal"
              after="%"
              value={percentText(typed, labelId, card.trainingShares[place] ?? 0)}
              onChange={event => onType({ ...typed, [labelId]: event.target.value })}
            />
          ))}
        </div>
        <p aria-live="polite">{words.sum(sum, isChanged && mix === null)}</p>
        {isChanged && (
          <Button size="small" variant="quiet" onClick={() => onType({})}>
            {words.reset}
          </Button>
        )}
      </div>
    </details>
  )
}
