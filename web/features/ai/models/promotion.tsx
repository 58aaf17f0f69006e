import { useMutation } from '@tanstack/react-query'
import type { Comparison, ModelCard } from '../../../../shared/contracts/ai-models.ts'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Facts, Section } from '../../../ui/section.tsx'
import { Timestamp } from '../../../ui/timestamp.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from '../ai.module.css'
import { promoteVersion } from '../queries.ts'
import { texts } from '../texts.ts'

const { promotion: words } = texts

/** Section on the use of a version in runs: its comparison with the version then in use, and all decisions. */
export function Promotion({ card, mayEdit }: { card: ModelCard; mayEdit: boolean }) {
  const promote = useMutation({
    ...promoteVersion(card.id),
    onSuccess: () => showToast({ tone: 'ok', title: words.done(card.number) }),
    onError: error => showToast({ tone: 'danger', title: words.notDone, description: sentenceOf(error, texts.refused) })
  })
  const comparison = card.promotions.find(each => each.comparison)?.comparison
  return (
    <Section
      title={words.title}
      description={card.isPromoted ? words.isPromoted : words.isNotPromoted}
      actions={
        mayEdit &&
        !card.isPromoted && (
          <Button busy={promote.isPending} onClick={() => promote.mutate()}>
            {words.promote}
          </Button>
        )
      }
    >
      {comparison && <Compared comparison={comparison} number={card.number} />}
      {card.promotions.length > 0 && (
        <ul className={styles.decisions} aria-label={words.decisions}>
          {card.promotions.map(({ reason, by, at }) => (
            <li key={at}>
              {by ? words.byPerson(by) : words.reasons[reason]}{' '}
              <span className={styles.when}>
                <Timestamp time={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const signed = (value: number) => `${value > 0 ? '+' : ''}${formatNumber(value, 3)}`

function Compared({ comparison, number }: { comparison: Comparison; number: number }) {
  const { difference: of, fifthPercentile, meanDifference } = comparison
  return (
    <>
      <Facts
        facts={[
          { name: words.own(number), value: formatNumber(comparison.macroF1, 3) },
          { name: words.own(comparison.number), value: formatNumber(comparison.otherMacroF1, 3) },
          {
            name: words.difference,
            value: of.low === null || of.high === null ? signed(of.value) : words.between(signed(of.value), signed(of.low), signed(of.high))
          },
          ...(fifthPercentile === null || meanDifference === null
            ? []
            : [{ name: words.rule, value: words.ruleWords(signed(fifthPercentile), signed(meanDifference)) }])
        ]}
      />
      <p className={styles.quiet}>{words.about(comparison)}</p>
    </>
  )
}
