"""What streams and buckets should hold, compared with what they hold: values in, damages and remedies out."""
