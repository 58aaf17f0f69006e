import type { Interval } from '../../../../shared/contracts/interval.ts'
import { fewTests } from '../../../../shared/few-tests.ts'
import { texts } from '../texts.ts'
import { intervalWords } from '../words.ts'
import styles from './reliability.module.css'

const { reliability: words } = texts

/** Share of correct labels with its interval, marked as uncertain if only a few were tested. */
export const testedShare = ({ count, share }: { count: number; share: Interval | null }) =>
  share === null ? (
    words.empty
  ) : (
    <>
      {intervalWords(share)}
      {count < fewTests && <span className={styles.few}>, {words.few}</span>}
    </>
  )
