import { LinkButton } from '../../ui/button.tsx'
import { Estimator } from './pricing/estimator.tsx'
import { needRows, questions, sizes } from './pricing/pricing-text.ts'
import { RowTable } from './pricing/row-table.tsx'
import styles from './pricing.module.css'
import { Words } from './prose/prose.tsx'

export function Component() {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Free, and yours to run</h1>
        <p>
          Isobath is open source under the Apache License 2.0. There is no paid edition and no price per seat. You pay for the machine and
          the storage of your images.
        </p>
        <p className={styles.actions}>
          <LinkButton to="/signup" variant="primary" size="large">
            Create an account
          </LinkButton>
          <LinkButton to="/features#install" size="large">
            Install your own
          </LinkButton>
        </p>
      </header>

      <section className={styles.section} aria-labelledby="sizes">
        <h2 id="sizes">Four sizes of machine</h2>
        <p>The same program runs on all of them. Isobath is developed and tested on two processor cores without a graphics card.</p>
        <RowTable label="Machine sizes" columns={['Where it runs', 'Good for', 'Costs']} rows={sizes} />
      </section>

      <section className={styles.section} aria-labelledby="estimate">
        <h2 id="estimate">Estimate your own costs</h2>
        <p>Enter your own prices. The numbers stay in your browser.</p>
        <Estimator />
      </section>

      <section className={styles.section} aria-labelledby="needs">
        <h2 id="needs">By need</h2>
        <RowTable label="Tools by need" columns={['You need', 'Isobath today', 'Elsewhere']} rows={needRows} />
      </section>

      <section className={styles.section} aria-labelledby="questions">
        <h2 id="questions">Questions</h2>
        <dl className={styles.questions}>
          {questions.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>
                <Words text={answer} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

export { loader } from './reading-face.ts'
