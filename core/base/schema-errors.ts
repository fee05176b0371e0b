import { Settings, type TSchema, Value } from './typebox.ts';

/**
 * All that a value has against a schema, up to a thousand. TypeBox stops after 8, which the branches of a union use up
 * before the union says that none of them fits.
 */
export function schemaErrors(schema: TSchema, value: unknown): ReturnType<typeof Value.Errors> {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: 1_000 });
  try {
    return Value.Errors(schema, value);
  } finally {
    Settings.Set({ maxErrors });
  }
}
