import type { TaxTreatment } from './pdf/document-data.ts';

/**
 * The settings of the program that migrations read: documents of the past are taxed as now (0035-tax-treatment.sql).
 */
export const toMigrationSettings = (env: {
  taxTreatment: TaxTreatment;
}): Record<string, string> => ({
  'festival.tax_treatment': env.taxTreatment,
});
